import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import type { MessagePrinter } from '../printing/message-printer.js';
import type { QueryFault } from '../upstream/status.js';

/** The body of a fault: `{ code, message, details }`, details being the node's own, each with its `@type`. */
export function faultBody(fault: QueryFault, printer: MessagePrinter): string {
  const details = fault.details === undefined ? [] : detailsOf(fault.details, printer);
  return `{"code":${fault.code},"message":${JSON.stringify(fault.message)},"details":[${details.join(',')}]}`;
}

/** The `details` of a google.rpc.Status, which are its field 3. What cannot be read is left out. */
function detailsOf(status: Uint8Array, printer: MessagePrinter): string[] {
  const details: string[] = [];
  try {
    const reader = new BinaryReader(status);
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      if (field === 3 && type === WireType.LengthDelimited)
        details.push(printer.print(AnySchema, reader.bytes()));
      else reader.skip(type, field);
    }
  } catch {
    // The status itself has been told; details that are damaged add nothing.
  }
  return details;
}
