"""Reads the mails of a folder with GMime, and prints what it found as JSON."""

import hashlib
import json
import sys
from pathlib import Path

import gi

gi.require_version("GMime", "3.0")
from gi.repository import GMime  # noqa: E402


def mailboxes(addresses):
    found = [addresses.get_address(at) for at in range(addresses.length())] if addresses else []
    return [{"name": each.get_name() or "", "address": each.get_addr()} for each in found]


def octets(part):
    stream = GMime.StreamMem.new()
    part.get_content().write_to_stream(stream)
    return bytes(stream.get_byte_array())


def parts(entity):
    if isinstance(entity, GMime.Multipart):
        for at in range(entity.get_count()):
            yield from parts(entity.get_part(at))
    else:
        yield entity


def read(raw):
    stream = GMime.StreamMem.new_with_buffer(raw)
    mail = GMime.Parser.new_with_stream(stream).construct_message(None)
    leaves = list(parts(mail.get_mime_part()))
    texts = [
        part.get_text()
        for part in leaves
        if isinstance(part, GMime.TextPart)
        and part.get_content_type().is_type("text", "plain")
        and part.get_filename() is None
    ]
    return {
        "from": mailboxes(mail.get_from()),
        "to": mailboxes(mail.get_addresses(GMime.AddressType.TO)),
        "replyTo": mailboxes(mail.get_reply_to()),
        "subject": mail.get_subject(),
        "date": mail.get_date().to_unix(),
        "text": "".join(texts),
        "files": [
            {"name": part.get_filename(), "sha256": hashlib.sha256(octets(part)).hexdigest()}
            for part in leaves
            if part.get_filename() is not None
        ],
    }


GMime.init()
version = f"{GMime.MAJOR_VERSION}.{GMime.MINOR_VERSION}.{GMime.MICRO_VERSION}"
mails = {path.name: read(path.read_bytes()) for path in Path(sys.argv[1]).iterdir()}
print(json.dumps({"version": version, "mails": mails}))
