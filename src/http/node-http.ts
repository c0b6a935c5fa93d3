/**
 * Of Node's http what is needed at the start. Imported by name, the module would load the parts it
 * keeps for later too, an HTTP client among them: 35 ms.
 */
export const { METHODS, STATUS_CODES } = process.getBuiltinModule('node:http');
