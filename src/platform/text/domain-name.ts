import { domainToASCII, domainToUnicode } from 'node:url';

const A_LABEL = 'xn--';

/**
 * Whether every A-label of a domain decodes to Unicode (RFC 5890, 2.3.2.1). Node's URL parser accepts
 * invalid ones such as `xn--a`, which no browser opens.
 */
export function hasValidALabels(domain: string): boolean {
  const labels = domain.toLowerCase().split('.');
  return labels.every((label) => {
    if (!label.startsWith(A_LABEL)) return true;
    const unicode = domainToUnicode(label);
    return unicode !== label && domainToASCII(unicode) === label;
  });
}
