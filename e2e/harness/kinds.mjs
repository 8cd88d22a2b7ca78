import { entries } from "./content.mjs";

/** The address of the usual entry of a kind, or, where editors took it away, of the first that is like it. */
function entry(collection, folder, usual, isLike) {
  const like = entries(collection).filter(isLike);
  const found = like.find(({ slug }) => slug === usual) ?? like[0];
  if (!found) throw new Error(`content/${collection} has no entry like \`${usual}\``);
  return `${folder}/${found.slug}`;
}
const study = (usual, isLike) => entry("case-studies", "/case-studies", usual, isLike);
const article = (usual, isLike) => entry("articles", "/blog", usual, isLike);
const mentions = (component) => ({ text }) => text.includes(`\n\`\`\`component ${component}\n`);

/** One page of every kind, by the name that its pictures and measurements get. */
export const kinds = [
  { name: "home", path: "/" },
  { name: "contact", path: "/contact" },
  { name: "projects", path: "/projects" },
  { name: "case-study", path: study("sergos", ({ fields }) => fields.business_value && !fields.app_links) },
  { name: "case-study-stores", path: study("hup", ({ fields }) => fields.app_links) },
  { name: "blog", path: "/blog" },
  { name: "article", path: article("developpeur-senior-freelance-vs-juniors-projet-logiciel", mentions("cost-table")) },
  { name: "article-scores", path: article("react-vue-angular-2024-comparaison", mentions("scores")) },
  { name: "article-tools", path: article("15-outils-developpement-productivite", mentions("tool-list")) },
  { name: "service-saas", path: "/services/saas-sur-mesure" },
  { name: "service-mobile", path: "/services/applications-mobiles" },
  { name: "service-ecommerce", path: "/services/ecommerce-b2b" },
  { name: "service-dashboards", path: "/services/tableaux-bord" },
  { name: "service-apis", path: "/services/apis-integrations" },
  { name: "service-modernisation", path: "/services/modernisation-applications" },
  { name: "kap-numerik", path: "/kap-numerik" },
  { name: "outils", path: "/outils" },
  { name: "mafate", path: "/mafate" },
  { name: "about", path: "/about" },
  { name: "landing", path: "/developpeur-senior-la-reunion" },
  { name: "agency", path: "/agence-ema" },
  { name: "legal", path: "/mentions-legales" },
  { name: "privacy", path: "/politique-de-confidentialite" },
  { name: "thanks", path: "/merci" },
  { name: "not-found", path: "/nulle-part" },
];

/** The address of the page of a kind. */
export const pathOf = (kind) => kinds.find(({ name }) => name === kind).path;

/** Built with `--drafts` only. */
export const styleguide = { name: "styleguide", path: "/_styleguide" };
