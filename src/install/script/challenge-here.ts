import { post } from './post-files.ts';
import type { Post, Reply } from './types.ts';

/** Posts, and posts again with the solution if the form asks for a challenge. */
export async function postSolved(posted: Post): Promise<Reply> {
  const { fields, texts, say } = posted;
  let reply = await post(posted);
  for (let tries = 0; reply.answer?.challenge && tries < 2; tries += 1) {
    say(texts.checking);
    const { solve } = await import('./solver.ts');
    fields.set('altcha', await solve(reply.answer.challenge).catch(() => ''));
    reply = await post(posted);
  }
  if (!reply.answer?.challenge) return reply;
  return { ...reply, answer: { message: texts.unsolved } };
}
