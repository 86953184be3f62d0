"""Bad inputs: section B of CHECKS as one table, and what holds for every row of it."""
