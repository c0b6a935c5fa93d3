import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SignIn } from './sign-in.ts';

/** The page before its script runs, unless it has a session. */
export const html = renderToString(h(SignIn, { email: '', ended: false }));
