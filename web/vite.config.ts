import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/hoyle/server/web",
    emptyOutDir: true,
    // The content security policy allows no data: fonts, and small files are cached better by name.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  // Components are tested as a browser runs them.
  ...(process.env.VITEST ? { resolve: { conditions: ["browser"] } } : {}),
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
