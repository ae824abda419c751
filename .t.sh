cd /tmp/advise; export PYTHONPATH=/tmp/advise
/tmp/venv/bin/ruff format -q .; /tmp/venv/bin/ruff check --fix -q . ; /tmp/venv/bin/mypy | tail -15
