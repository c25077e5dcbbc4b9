/**
 * Gathers the lines of one turn of the event loop into one write: a busy server writes dozens a turn, and each write is
 * a system call. What is gathered when the process exits is written then.
 */
export function batchLines(write: (lines: string) => void): (line: string) => void {
  let gathered = '';
  const flush = () => {
    if (gathered === '') return;
    const lines = gathered;
    gathered = '';
    write(lines);
  };
  process.on('exit', flush);
  return (line) => {
    if (gathered === '') setImmediate(flush);
    gathered += line;
  };
}
