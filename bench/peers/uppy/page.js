// A page with Uppy as its documentation sets it up: it is given files and says how each ended.
import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

globalThis.upload = async (options, files) => {
  const uppy = new Uppy({ autoProceed: false });
  uppy.use(Tus, { retryDelays: [50], ...options });
  for (const { name, type, size, meta } of files) {
    const data = new Blob([new Uint8Array(size).fill(7)], { type });
    uppy.addFile({ name, type, data, meta });
  }
  const { successful, failed } = await uppy.upload();
  return {
    successful: successful.map(({ name, uploadURL }) => ({ name, url: uploadURL })),
    failed: failed.map(({ name, error }) => ({ name, error: String(error) })),
  };
};
