// The few functions of the system (WASI, preview 1) that the module imports: a clock, and a place for the last words of
// the C library. There are no files, and no environment.

const success = 0;
const badDescriptor = 8;

/** `memory()`: that of the instance, once there is one. */
export function wasi(memory) {
  const view = () => new DataView(memory().buffer);
  return {
    clock_time_get(clock, _precision, at) {
      // 0 is the time of day, 1 one that never goes back
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return success;
    },
    fd_write(descriptor, pieces, count, written) {
      let text = '';
      let bytes = 0;
      for (let i = 0; i < count; ++i) {
        const from = view().getUint32(pieces + 8 * i, true);
        const size = view().getUint32(pieces + 8 * i + 4, true);
        text += new TextDecoder().decode(new Uint8Array(memory().buffer, from, size));
        bytes += size;
      }
      if (text.trim() !== '') console.error(`polhode.wasm: ${text.trimEnd()}`);
      view().setUint32(written, bytes, true);
      return descriptor === 1 || descriptor === 2 ? success : badDescriptor;
    },
    fd_close: () => badDescriptor,
    fd_seek: () => badDescriptor,
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return success;
    },
    environ_get: () => success,
    proc_exit(code) {
      throw new WebAssembly.RuntimeError(`the module ended with code ${code}`);
    },
  };
}
