"""Tests of euchre_solve; `tests.plain_rules` is a second, plain implementation of the rules."""
