/** A mail as a gateway takes it apart. */
export interface Parts {
  header: string;
  text: string;
  html: string;
  /** With its header, as it came. */
  attached: string[];
}

const unquote = (part: string) => {
  const at = part.indexOf('\r\n\r\n');
  const octets = part
    .slice(at + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_found, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1').toString().replaceAll('\r\n', '\n');
};

export function takeApart(raw: string): Parts {
  const header = raw.slice(0, raw.indexOf('MIME-Version'));
  const parts = raw.split(/\r\n--=_[^\r]*(?:\r\n|$)/).slice(1);
  const find = (type: string) => parts.find((part) => part.startsWith(`Content-Type: ${type}`));
  const attached = parts.filter((part) => /^Content-Disposition: attachment/m.test(part));
  return {
    header,
    text: unquote(find('text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted') ?? ''),
    html: unquote(find('text/html') ?? ''),
    attached,
  };
}

type Write = (type: string, text: string) => string;

export const base64: Write = (type, text) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
  Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\r\n');

export const eightBit: Write = (type, text) =>
  `Content-Type: ${type}; charset="UTF-8"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n` +
  Buffer.from(text).toString('latin1').replaceAll('\n', '\r\n');

export const UTF_16: Write = (type, text) =>
  `Content-Type: ${type}; charset=utf-16le\r\nContent-Transfer-Encoding: base64\r\n\r\n` +
  Buffer.from(text, 'utf16le').toString('base64').replace(/.{60}/g, '$&\r\n');

const toOctet = (character: string) => {
  const octet = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
  return character === '€' ? '=80' : `=${octet}`;
};

export const windows1252: Write = (type, text) =>
  `Content-Type: ${type}; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n` +
  text.replace(/[^\n -<>-~]| $/gm, toOctet).replaceAll('\n', '\r\n');

export const only1252 = ({ text, html }: Parts) => /^[\n -~\u00a0-\u00ff€]*$/.test(text + html);

/** Changes that gateways, filters and mail servers make to mails on their way. */
export const REWRITINGS: Record<string, (parts: Parts) => Parts> = {
  nothing: (parts) => parts,
  'a prefix of the subject': (parts) => ({
    ...parts,
    header: parts.header.replace('Subject: ', 'Subject: [EXTERNAL] '),
  }),
  'more header fields, and the others folded in another way': (parts) => ({
    ...parts,
    header:
      'Received: from a by b\r\nX-Spam-Score: 0.1\r\nAuthentication-Results: x; dkim=pass\r\n' +
      parts.header.replace(/\r\n (?=[\w~.-]{20})/g, '\r\n\t'),
  }),
  'links of the small print': (parts) => {
    const [above, below = ''] = parts.text.split(/(?<=^-- \n)(?=.*\n)(?![^]*^-- \n)/m);
    const wrapped = (text: string) =>
      text.replaceAll('https://forms.example.com', 'https://safe.example/?u=forms');
    return { ...parts, text: `${above}${wrapped(below)}`, html: wrapped(parts.html) };
  },
  'a banner above and a footer below': (parts) => ({
    ...parts,
    text: `CAUTION: This mail came from outside.\nDo not click: links.\n\n${parts.text}\n\nScanned by a gateway.\nhttps://gateway.example/\n`,
    html: parts.html.replace(/<body[^>]*>/, '$&<div style="background:#ff0">CAUTION</div>'),
  }),
  'a meta tag and a pixel': (parts) => ({
    ...parts,
    html: parts.html
      .replace('<head>', '<head><meta http-equiv="Content-Type" content="text/html">')
      .replace('</body>', '<img src="https://p.example/1.gif" width="1"></body>'),
  }),
  'another HTML part': (parts) => ({ ...parts, html: '<p>See the text.</p>' }),
  'blanks at line ends are cut': (parts) => ({
    ...parts,
    text: parts.text.replace(/(?<![ \t])[ \t]+$/gm, ''),
  }),
  'a logo of a banner': (parts) => ({
    ...parts,
    attached: [
      ...parts.attached,
      'Content-Type: image/png; name="logo.png"\r\nContent-Disposition: inline; filename="logo.png"\r\n' +
        'Content-ID: <logo@gateway>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=',
    ],
  }),
};

/** A mail with these parts, written in another way than the service writes them. */
export function putTogether({ header, text, html, attached }: Parts, write: Write): string {
  const readable =
    'Content-Type: multipart/alternative; boundary=alt\r\n\r\n' +
    `--alt\r\n${write('text/plain', text)}\r\n--alt\r\n${write('text/html', html)}\r\n--alt--\r\n`;
  if (attached.length === 0) return `${header}MIME-Version: 1.0\r\n${readable}`;
  const parts = [readable, ...attached].map((part) => `--mix\r\n${part}\r\n`).join('');
  return `${header}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=mix\r\n\r\n${parts}--mix--\r\n`;
}
