import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { App } from './app.ts';

/** The page before its script runs. */
export const html = renderToString(h(App, { named: undefined }));
