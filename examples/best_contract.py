"""Read solved deals (``solve --format jsonl``) and print the contract worth most in each."""

import json
import sys

for line in sys.stdin:
    record = json.loads(line)
    if "contracts" in record:
        best = max(record["contracts"], key=lambda contract: contract["points"])
        alone = " alone" if best["alone"] else ""
        makers = best["alone"] or " & ".join(best["side"])
        print(f"{best['trump']} by {makers}{alone}: {best['points']:+d}  {record['deal']}")
