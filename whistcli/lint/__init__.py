"""`rules check`: what is wrong or doubtful in a ruleset, found by reasoning and by auctions played at random."""
