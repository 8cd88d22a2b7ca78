// What the specification names. Editors add to it, so tests ask that the site contains it, never that it is all.

const SERVICES = ["saas-sur-mesure", "applications-mobiles", "apis-integrations", "modernisation-applications", "ecommerce-b2b", "tableaux-bord"];
const ARTICLES = [
  "15-outils-developpement-productivite", "reduire-temps-developpement-saas", "5-erreurs-critiques-projets-saas",
  "react-vue-angular-2024-comparaison", "etapes-cles-developpement-logiciel-sur-mesure-saas",
  "developpeur-senior-freelance-vs-juniors-projet-logiciel", "developpement-solutions-saas-sur-mesure-guide-complet",
  "logiciel-sports-automobile-agence-communication-sur-mesure",
];
const STUDIES = [
  "sergos", "heracles", "moneysync", "purrplan", "testimonial-hub", "pensees-positives", "code-adventure", "dnd974", "candidesk",
  "motors974", "findawine", "muzikannuaire", "night974", "bourseauxmateriaux", "propulse", "minorites", "bourbon-espace-environnement",
  "missions-agence-ema", "appaxel", "monrituel", "mapetitecouture", "hup",
];

/** The addresses, those of the two legal pages that its footer links to included. */
export const ADDRESSES = [
  "/", "/contact", "/projects", "/agence-ema", "/kap-numerik", "/blog", "/outils", "/about", "/developpeur-senior-la-reunion", "/mafate",
  "/mentions-legales", "/politique-de-confidentialite",
  ...SERVICES.map((slug) => `/services/${slug}`),
  ...ARTICLES.map((slug) => `/blog/${slug}`),
  ...STUDIES.map((slug) => `/case-studies/${slug}`),
];

/** How many it wants at least. */
export const LEAST = { reviews: 9, projects: 20, clients: 5, tools: 1, services: 6 };
