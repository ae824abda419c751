"""Recorded hands graded: what every decision cost, who was lucky, reports for people."""
