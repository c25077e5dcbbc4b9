/** The record itself, also when the service's whole answer was saved around it. */
export function unwrapRecord(json: unknown): unknown {
  const wrapped = typeof json === 'object' && json !== null && !('type' in json) && 'record' in json;
  return wrapped ? json.record : json;
}
