/** The words of a list that is written several to a line; no word has a blank. */
export const words = ([text = '']: TemplateStringsArray): string[] =>
  text.split(/[ \n]+/).filter((word) => word !== '');
