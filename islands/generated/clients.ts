// Made from content/clients/_schema.yaml by scripts/schema-types.mjs.

/**
 * A logo of the carousel. The image is an SVG or a bitmap in public/logos/.
 */
export interface Client {
  name: string;
  logo: string;
  alt: string;
  order: number;
}
