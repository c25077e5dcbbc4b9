// sirv over a directory: `node sirv-server.mjs <directory> <port>`.
import { createServer } from 'node:http';
import sirv from 'sirv';

const [, , directory, port] = process.argv;
createServer(sirv(directory, { etag: true })).listen(Number(port), '127.0.0.1');
