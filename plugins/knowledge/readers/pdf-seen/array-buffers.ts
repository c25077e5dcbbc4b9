/** As JavaScript has it since Node.js 21; the reader of PDFs asks for it when it writes down a font. */
if (!('transferToFixedLength' in ArrayBuffer.prototype))
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength) {
      return this.slice(0, length);
    },
  });
