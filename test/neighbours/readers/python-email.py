"""Reads the mails of a folder with Python's email package, and prints what it found as JSON."""

import hashlib
import json
import platform
import sys
from email import message_from_bytes, policy
from pathlib import Path


def mailbox(header):
    return [{"name": each.display_name, "address": each.addr_spec} for each in header.addresses] if header else []


def read(raw):
    mail = message_from_bytes(raw, policy=policy.default)
    body = mail.get_body(("plain",))
    return {
        "from": mailbox(mail["From"]),
        "to": mailbox(mail["To"]),
        "replyTo": mailbox(mail["Reply-To"]),
        "subject": str(mail["Subject"]),
        "date": int(mail["Date"].datetime.timestamp()),
        "text": body.get_content() if body else "",
        "files": [
            {"name": part.get_filename(), "sha256": hashlib.sha256(part.get_payload(decode=True)).hexdigest()}
            for part in mail.walk()
            if part.get_filename() is not None
        ],
    }


mails = {path.name: read(path.read_bytes()) for path in Path(sys.argv[1]).iterdir()}
print(json.dumps({"version": platform.python_version(), "mails": mails}))
