import { renderToString } from 'preact-render-to-string';
import { App } from './app.tsx';

/** The page before its script runs. */
export const html = renderToString(<App named={undefined} />);
