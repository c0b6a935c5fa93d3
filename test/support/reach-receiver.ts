import { join } from 'node:path';

/** Settings that let a service in its own process trust and call a receiver of the tests. */
export const REACH_RECEIVER = {
  WEBHOOK_ALLOW_PRIVATE: 'true',
  NODE_EXTRA_CA_CERTS: join(import.meta.dirname, 'tls', 'ca.pem'),
};

/** Arguments for Node that resolve the receiver's public name to this machine. */
export const RESOLVE_HOOKS = [
  '--import',
  'data:text/javascript,import{Resolver}from"node:dns/promises";' +
    'const own=Resolver.prototype;const real=own.resolve4;' +
    'own.resolve4=function(name,options){return name==="hooks.example.com"' +
    '?Promise.resolve([{address:"127.0.0.1",ttl:60}]):real.call(this,name,options)};' +
    'const six=own.resolve6;own.resolve6=function(name,options){return name==="hooks.example.com"' +
    '?Promise.reject({code:"ENODATA"}):six.call(this,name,options)}',
];
