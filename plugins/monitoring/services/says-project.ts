/** Whether the name of a stove says that it is the one of a project. */
export function saysProject(stove: string): boolean {
  return /project|improved|ics/.test(stove);
}
