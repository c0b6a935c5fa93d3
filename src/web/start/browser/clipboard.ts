/** Selects what an element shows, so that a key copies it. */
export function selectText(id: string): void {
  const element = document.getElementById(id);
  if (element) getSelection()?.selectAllChildren(element);
}

/** Whether the text is on the clipboard now. Pages without https have no clipboard of their own. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
