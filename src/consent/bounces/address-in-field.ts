/** A character of a field, or a quoted text. */
type Token = { kind: 'text' | 'quoted'; text: string };

/** The tokens of a field, without comments and white space (RFC 5322, 3.2.2). */
function tokenize(field: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let quoted: string | undefined;
  for (let at = 0; at < field.length; at += 1) {
    let sign = field.charAt(at);
    const isPair = sign === '\\' && (depth > 0 || quoted !== undefined);
    if (isPair) sign = field.charAt((at += 1));
    if (quoted !== undefined) {
      if (sign === '"' && !isPair) {
        tokens.push({ kind: 'quoted', text: quoted });
        quoted = undefined;
      } else quoted += sign;
    } else if (isPair) continue;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && depth > 0) depth -= 1;
    else if (depth > 0) continue;
    else if (sign === '"') quoted = '';
    else if (!/\s/.test(sign)) tokens.push({ kind: 'text', text: sign });
  }
  return tokens;
}

const isSign = (sign: string) => (token: Token) => token.kind === 'text' && token.text === sign;

/** The tokens between the last angle brackets, if there are any; a name stands before them. */
function withoutName(tokens: Token[]): Token[] {
  const begin = tokens.findLastIndex(isSign('<'));
  if (begin < 0) return tokens;
  const end = tokens.findIndex((token, at) => at > begin && isSign('>')(token));
  return tokens.slice(begin + 1, end < 0 ? undefined : end);
}

/**
 * The address in a field about a recipient, such as `rfc822; "Jo" <jo@example.com> (moved)`:
 * without type (RFC 3464, 2.3.2), comments, name, quotes and source route (RFC 5322, 3.4 and 4.4).
 */
export function addressInField(field: string): string | undefined {
  const tokens = tokenize(field);
  const type = tokens.findIndex(isSign(';'));
  const inner = withoutName(tokens.slice(type + 1));
  const route = isSign('@')(inner[0] ?? { kind: 'quoted', text: '' })
    ? inner.findIndex(isSign(':'))
    : -1;
  const address = inner
    .slice(route + 1)
    .map(({ text }) => text)
    .join('');
  return address.includes('@') ? address : undefined;
}
