# Checks a receipt, with the package cryptography: python3 check-receipt.py RECEIPT SERVICE_URL [CANONICAL_FIELDS]
import json, sys, urllib.request
from base64 import urlsafe_b64decode
from hashlib import sha256
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

octets = lambda text: urlsafe_b64decode(text + "==")
receipt, service, *fields = sys.argv[1:]
jws, claims, path, *salt = receipt.split("~")
header, payload, signature = jws.split(".")

head, said = json.loads(octets(header)), json.loads(octets(claims))
with urllib.request.urlopen(service + "/.well-known/jwks.json") as answer:
    keys = {key["kid"]: key["x"] for key in json.load(answer)["keys"]}
key = Ed25519PublicKey.from_public_bytes(octets(keys[head["kid"]]))
key.verify(octets(signature), f"{header}.{payload}".encode())  # throws InvalidSignature

hash, steps = sha256(b"\0" + octets(claims)).digest(), octets(path)
while steps:
    side, sibling, steps = steps[0], steps[1:33], steps[33:]
    hash = sha256(b"\1" + (sibling + hash if side == 0 else hash + sibling)).digest()
proven = said["v"] == 1 and head["alg"] == "EdDSA" and head["typ"] == "letterslot-receipt-root+jwt"
proven = proven and said["iss"] == service and hash == octets(json.loads(octets(payload))["root"])
for given in fields:
    digest = sha256(octets(said.get("salt") or "".join(salt)) + given.encode()).digest()
    proven = proven and digest == octets(said["fields_sha256"])
print(said if proven else "not proven")
sys.exit(0 if proven else 1)
