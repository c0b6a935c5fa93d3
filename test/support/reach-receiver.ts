import { join } from 'node:path';

/** Settings with which a service in a process of its own trusts and calls a receiver of the tests. */
export const REACH_RECEIVER = {
  WEBHOOK_ALLOW_PRIVATE: 'true',
  NODE_EXTRA_CA_CERTS: join(import.meta.dirname, 'tls', 'ca.pem'),
};

/** Arguments for Node that resolve the receiver's public name to this machine. */
export const RESOLVE_HOOKS = [
  '--import',
  'data:text/javascript,import dns from"node:dns/promises";' +
    'import{syncBuiltinESMExports}from"node:module";const real=dns.lookup;' +
    'dns.lookup=async(name,options)=>name==="hooks.example.com"' +
    '?[{address:"127.0.0.1",family:4}]:real(name,options);syncBuiltinESMExports()',
];
