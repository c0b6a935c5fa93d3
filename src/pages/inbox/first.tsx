import { renderToString } from 'preact-render-to-string';
import { SignIn } from './sign-in.tsx';

/** The page before its script runs, unless it has a session. */
export const html = renderToString(<SignIn email="" ended={false} />);
