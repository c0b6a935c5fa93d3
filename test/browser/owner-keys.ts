/** An OpenPGP certificate with a key to encrypt to, made for tests by GnuPG. */
export const PUBLIC_KEY = `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawOO2RYJKwYBBAHaRw8BAQdA+3JAr7xybX9VXjkH6U2EirzSdOuaJQKJAUly
TdCmdyi0GU93bmVyIDxvd25lckBleGFtcGxlLmNvbT6IkAQTFggAOBYhBBIv4EC8
q3XqhcyDTQtknXPVYMmZBQJrA47ZAhsBBQsJCAcCBhUKCQgLAgQWAgMBAh4BAheA
AAoJEAtknXPVYMmZFIMBAKFJfeaJkdSNj2QaqTE/Ctohu2J895pCPN4lRKFCDBjw
AQCDhMJ+WTUj388nbHKYTBrUyWx6IDYUUGQbfaNAOSq5D7g4BGsDjtkSCisGAQQB
l1UBBQEBB0ADN3EzbFpd7Rdvx67HBhRtj3wfhZM7z4xq2vMw9br3JAMBCAeIeAQY
FggAIBYhBBIv4EC8q3XqhcyDTQtknXPVYMmZBQJrA47ZAhsMAAoJEAtknXPVYMmZ
N4cA/2eFMqPPzDz95QA+Jp/rcq4pW1Pyp2CkWSZOnVn2jTSSAP9T42eGsankiOPs
+z/yvWxgpN+jWMr8xZ4F2pfpJQFaCw==
=noG7
-----END PGP PUBLIC KEY BLOCK-----
`;

/** As GnuPG shows it. */
export const FINGERPRINT = '122F E040 BCAB 75EA 85CC 834D 0B64 9D73 D560 C999';

/** The beginning of its secret key; the rest is not needed to see what it is. */
export const PRIVATE_KEY = `-----BEGIN PGP PRIVATE KEY BLOCK-----

lFgEawOO2RYJKwYBBAHaRw8BAQdA+3JAr7xybX9VXjkH6U2EirzSdOuaJQKJAUly
-----END PGP PRIVATE KEY BLOCK-----
`;

/** The octets of an armored text. */
export function octetsOf(armored: string): Uint8Array<ArrayBuffer> {
  const lines = armored.split('\n').filter((line) => /^[\w+/]+={0,2}$/.test(line));
  return Uint8Array.from(Buffer.from(lines.join(''), 'base64'));
}
