import { useEffect } from 'preact/hooks';

/** Asks before the visitor leaves, where only this page has the management token or what was entered. */
export function useLeaveGuard(armed: boolean): void {
  useEffect(() => {
    if (!armed) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [armed]);
}
