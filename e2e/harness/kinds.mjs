/** One page of every kind, by the name that its pictures and measurements get. */
export const kinds = [
  { name: "home", path: "/" },
  { name: "contact", path: "/contact" },
  { name: "projects", path: "/projects" },
  { name: "case-study", path: "/case-studies/sergos" },
  { name: "case-study-stores", path: "/case-studies/hup" },
  { name: "blog", path: "/blog" },
  { name: "article", path: "/blog/developpeur-senior-freelance-vs-juniors-projet-logiciel" },
  { name: "article-scores", path: "/blog/react-vue-angular-2024-comparaison" },
  { name: "article-tools", path: "/blog/15-outils-developpement-productivite" },
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

/** Built with `--drafts` only. */
export const styleguide = { name: "styleguide", path: "/_styleguide" };
