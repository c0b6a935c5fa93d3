import type { FastifyReply } from 'fastify';
import type { InstallArtifact } from '../../../contract/schemas.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import type { Route } from '../../../forms/route.ts';
import {
  buildGenericArtifact,
  buildRouteArtifact,
  parseChoice,
  type CodeRequest,
} from '../../../install/install-artifact.ts';
import { loadFormScript } from '../../apps/bundled.ts';
import { sendFile } from '../../apps/send-body.ts';
import type { Call, Operations } from '../call.ts';
import type { HandlerContext } from './handler-context.ts';

function sendArtifact({ query, reply }: Call, artifact: InstallArtifact): FastifyReply {
  if (query['raw'] !== '1') return reply.send(artifact);
  return reply.type('text/plain; charset=utf-8').send(artifact.files[0]?.content);
}

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Accept-Encoding',
};

/** Sends a file of the script for forms, unless its reader has it. */
async function sendScript({ request, reply }: Call, name: string) {
  const file = (await loadFormScript()).get(name);
  if (!file) throw new ServiceError('not_found');
  return sendFile(request, reply.headers(SCRIPT_HEADERS), file);
}

/** The code of a form, and its script. */
export function installOperations({ routes, links, submissions, settings }: HandlerContext) {
  /** If the mail provider refuses its credentials, the stored status serves: same code. */
  async function readRoute({ params: { formId }, requestId }: Call): Promise<Route> {
    try {
      return await routes.read(formId, { requestId });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'config_incomplete') throw error;
      return routes.find(formId);
    }
  }

  function codeIn({ query }: Call): CodeRequest {
    const { framework, style } = parseChoice(query);
    return style === 'inline' ? { framework } : { framework, script: links.formScript() };
  }

  return {
    getInstall: (call) => sendArtifact(call, buildGenericArtifact(codeIn(call))),
    async getRouteInstall(call) {
      const code = codeIn(call);
      const route = await readRoute(call);
      submissions.challenges.noteCode(route, call.caller);
      return sendArtifact(call, buildRouteArtifact(code, route, links, settings.MAX_FILE_BYTES));
    },
    getFormScript: (call) => sendScript(call, 'form.js'),
    getFormSolver: (call) => sendScript(call, 'form-solver.js'),
  } satisfies Partial<Operations>;
}
