import type { Operation } from './operation.ts';

const artifact = (description: string) =>
  ({ 200: { description, schema: 'InstallArtifact', plainText: true } }) as const;

/** The rows of the tag Install. */
export const INSTALL_OPERATIONS = {
  getInstall: {
    method: 'GET',
    path: '/v1/install',
    tag: 'Install',
    summary: 'Get form code for a framework',
    description:
      'Accessible, unstyled form code in which `{{FORM_ENDPOINT}}` stands for the endpoint of a ' +
      'route.',
    parameters: ['framework', 'raw'],
    answers: artifact('The form code, with the placeholder.'),
    errors: ['unknown_framework'],
    cache: 'public, max-age=3600',
  },
  getRouteInstall: {
    method: 'GET',
    path: '/v1/routes/{formId}/install',
    tag: 'Install',
    summary: 'Get form code for a route',
    description:
      "The same code with the route's own endpoint, and what has to happen before it delivers.",
    parameters: ['formId', 'framework', 'raw'],
    answers: artifact("The form code, with the route's endpoint."),
    errors: ['unknown_framework', 'route_not_found', 'internal_error'],
  },
} as const satisfies Record<string, Operation>;
