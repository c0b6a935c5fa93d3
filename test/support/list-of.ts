/** The words of a text: a list of many short ones, without blanks, that fits on a few lines. */
export const listOf = (text: string): string[] =>
  text.split(/[ \n]+/).filter((word) => word !== '');
