/** The end of a mark: the reason that was given, or that there was none. */
export function because(reason: string | null): string {
  return reason === null ? ', without a reason.' : `. Reason: ${reason}`;
}
