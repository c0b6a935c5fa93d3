/** The words of a text: a list of many short ones that fits on a few lines. */
export const listOf = (text: string): string[] => text.trim().split(/\s+/);
