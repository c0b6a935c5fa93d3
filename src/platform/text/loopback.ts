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
