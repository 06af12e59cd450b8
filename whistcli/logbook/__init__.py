"""Writing an evening down call by call: a pure core (`book`), the file that it keeps, the terminal around it."""
