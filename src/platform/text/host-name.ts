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

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a name or address, with or without the brackets of a URL, is certainly this machine. */
export const isLoopback = (name: string): boolean => LOOPBACK.test(name);

/**
 * The name in a Host header, without its port; undefined when it holds something else. A page that
 * rebinds a DNS name to this machine sends that name here.
 */
export function nameInHost(header: string | undefined): string | undefined {
  if (header === undefined || /[/?#@\\]/.test(header)) return undefined;
  return URL.parse(`http://${header}`)?.hostname;
}
