"""The group's book as a page: all evenings, a player's own page, a game's evenings beside each other."""
