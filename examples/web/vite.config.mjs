export default {
    base: "./", // the built page may be in any folder of a server
    // Vite must not move the modules of halfspace: each finds its .wasm file beside itself.
    optimizeDeps: { exclude: ["halfspace"] },
    // three.js alone is larger than 500 kB, from where on vite would warn.
    build: { target: "es2022", chunkSizeWarningLimit: 1000 },
};
