#!/usr/bin/env python3
"""Write the same N articles as a site for `site`, Hugo, Zola and Eleventy.

usage: corpus.py SHAPE N OUT [--seed S]      writes OUT/site, OUT/hugo, OUT/zola and OUT/eleventy

Each renders a page an article (navigation, date, tags, contents where the generator makes one, text, previous and next
where it knows them), one index of the newest 100, a page a tag, a sitemap and a feed of the newest 20. The shapes:

  articles  about 600 words with headings, lists, a table, a code block and links to other articles; 3 of 40 tags
  prose     5,000 words in long paragraphs with emphasis, quotations and links
  nested    lists four levels deep and wide tables
  fields    40 collections whose entries have twelve fields each, and short texts; no tags
  tags      one line of text, and 8 of 200 tags
"""
import argparse
import datetime
import json
import pathlib
import random

WORDS = """le la un une projet client application mobile données interface équipe délai budget méthode rapide fiable
développement architecture service serveur page contenu modèle facture planning livraison qualité test mesure
performance utilisateur besoin analyse conception déploiement suivi évolution entreprise solution métier tableau
bord paiement commande catalogue produit stock agence île océan réunion sécurité accès compte formulaire""".split()
CATEGORIES = ["SaaS", "Tech", "Analyse", "Méthodes"]
SHAPES = ("articles", "prose", "nested", "fields", "tags")
# The fields of the shape `fields`, beside those that every article has: name, kind, and how one is made.
EXTRA = {
    "client": ("string", lambda rng: f"Client {rng.randrange(500)}"),
    "city": ("string", lambda rng: rng.choice(["Saint-Denis", "Saint-Pierre", "Saint-Paul", "Le Tampon"])),
    "year": ("integer", lambda rng: rng.randint(2015, 2025)),
    "budget": ("integer", lambda rng: rng.randint(1000, 90000)),
    "featured": ("boolean", lambda rng: rng.random() < 0.2),
    "role": ("string", lambda rng: rng.choice(["conception", "développement", "audit"])),
    "summary": ("string", lambda rng: paragraph(rng, 25)),
}


def paragraph(rng, words):
    sentences = []
    while words > 0:
        length = rng.randint(8, 18)
        words -= length
        sentence = " ".join(rng.choice(WORDS) for _ in range(length))
        if rng.random() < 0.3:
            first, rest = sentence.split(" ", 1)
            sentence = f"*{first}* {rest}"
        sentences.append(sentence[0].upper() + sentence[1:] + ".")
    return " ".join(sentences)


def see(rng, count, link):
    other = rng.randrange(count)
    return f"Voir aussi [l'article {other}]({link(other)})."


def table(rng, rows, columns):
    head = "| " + " | ".join(f"Poste {c}" for c in range(columns)) + " |\n|" + "---|" * columns
    cell = lambda: rng.choice([f"{rng.randint(100, 9000)} €", rng.choice(WORDS)])
    return head + "".join("\n| " + " | ".join(cell() for _ in range(columns)) + " |" for _ in range(rows))


def text_of_articles(rng, count, link):
    parts = [paragraph(rng, 70)]
    for step in range(1, 6):
        parts.append(f"## Étape {step} : {rng.choice(WORDS)} et {rng.choice(WORDS)}")
        parts.append(paragraph(rng, 70))
        if step % 2:
            parts.append("\n".join(f"- {paragraph(rng, 9)}" for _ in range(4)))
        parts.append(see(rng, count, link))
    rows = "\n".join(f"| {rng.choice(WORDS)} | {rng.randint(100, 9000)} € |" for _ in range(5))
    parts.append(f"| Poste | Coût |\n|---|---|\n{rows}")
    parts.append('```rust\nfn main() {\n    println!("bonjour");\n}\n```')
    return parts


def text_of_prose(rng, count, link):
    parts = []
    for chapter in range(1, 11):
        parts.append(f"## Chapitre {chapter} : {rng.choice(WORDS)}")
        parts += [f"{paragraph(rng, 240)} Vraiment ? « {rng.choice(WORDS)} » : oui." for _ in range(2)]
        parts.append(f"> {paragraph(rng, 30)}")
        parts.append(see(rng, count, link))
    return parts


def text_of_nested(rng, count, link):
    parts = []
    for part in range(1, 5):
        parts.append(f"## Partie {part}")
        items = []
        for depth in (0, 1, 2, 3, 3, 2, 1, 2, 3, 0, 1, 1):
            items.append("  " * depth + f"- {paragraph(rng, 9)}")
        parts += ["\n".join(items), table(rng, 12, 6), see(rng, count, link)]
    return parts


def text_of_fields(rng, count, link):
    return [paragraph(rng, 60), see(rng, count, link)]


def text_of_tags(rng, _count, _link):
    return [paragraph(rng, 12)]


class Article:
    """One article; the same for every generator but for the form of its links."""

    def __init__(self, shape, number, count, seed):
        self.shape, self.number, self.count = shape, number, count
        self.slug, self.collection = f"article-{number}", collection(shape, number)
        self.rng = rng = random.Random(seed * 1_000_003 + number)
        date = datetime.date(2020, 1, 1) + datetime.timedelta(days=number % 2000)
        self.fields = {
            "title": f"Article {number} : {rng.choice(WORDS)} {rng.choice(WORDS)}",
            "date": date,
            "description": paragraph(rng, 14).replace('"', ""),
            "category": rng.choice(CATEGORIES),
        }
        tags, own = {"tags": (200, 8), "fields": (1, 0)}.get(shape, (40, 3))
        self.tags = rng.sample([f"tag{number}" for number in range(tags)], own)
        self.extra = {name: make(rng) for name, (_, make) in extra(shape).items()}

    def body(self, link):
        text = globals()[f"text_of_{self.shape}"]
        other = lambda number: link(collection(self.shape, number), number)
        return "\n\n".join(text(self.rng, self.count, other)) + "\n"


def collection(shape, number):
    return f"kind{number % 40}" if shape == "fields" else "blog"


def extra(shape):
    return EXTRA if shape == "fields" else {}


def value(of):
    return f'"{of}"' if isinstance(of, str) else str(of).lower()


def lines(fields, indent=""):
    return "".join(f"{indent}{name}: {value(of)}\n" for name, of in fields.items())


def page_file(front, body):
    return f"---\n{front}---\n\n{body}"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


NAVIGATION = (
    '<header><nav><a href="/">Accueil</a> <a href="/blog/">Blog</a> '
    '<a href="/about/">À propos</a> <a href="/contact/">Contact</a></nav></header>'
)
FOOTER = (
    '<footer><p>Développeur full stack à La Réunion</p><ul><li><a href="#">Mentions légales</a></li>'
    '<li><a href="#">Politique de confidentialité</a></li></ul></footer>'
)


def shell(title, description, main):
    return (
        '<!doctype html><html lang="fr"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>{title}</title><meta name="description" content="{description}"></head>'
        f"<body>{NAVIGATION}<main>{main}</main>{FOOTER}</body></html>"
    )


def listed(items, name):
    """The fields of the shape, as an article shows them."""
    pairs = "".join(f"<dt>{field}</dt><dd>{{{{ {name}.{field} }}}}</dd>" for field in items)
    return f"<dl>{pairs}</dl>" if items else ""


def item(url, title, category, description):
    return f'<li><a href="{{{{ {url} }}}}">{{{{ {title} }}}}</a> <span>{{{{ {category} }}}}</span><p>{{{{ {description} }}}}</p></li>'


def site(root, shape, articles):
    collections = sorted({article.collection for article in articles})

    def template(name, title, description, main):
        blocks = {"title": title, "description": description, "main": main}
        blocks = "".join(f"{{% block {name} %}}{text}{{% endblock %}}" for name, text in blocks.items())
        write(root / "templates" / name, '{% extends "base.html" %}' + blocks)

    write(
        root / "content/site.yaml",
        "base_url: https://exemple.re\ntitle: Site\nlanguage: fr\nurls: folder\nhighlight: false\n",
    )
    routes = f"  - {{ path: /, template: list.html, title: Blog, list: {{ collection: {collections[0]}, limit: 100 }} }}\n"
    routes += "  - { path: /tags, template: tags.html, title: Tags }\n  - { path: /sitemap.xml, template: sitemap.xml }\n"
    if len(collections) == 1:
        each = f"each: {{ collection: {collections[0]}, field: tags }}"
        routes += f'  - {{ path: "/tags/{{value}}", template: list.html, {each} }}\n'
    for name in collections:
        more = "".join(f"  {field}: {{ type: {kind} }}\n" for field, (kind, _) in extra(shape).items())
        feed = "x-feed: { path: /atom.xml, limit: 20 }\n" if name == collections[0] else ""
        write(
            root / f"content/{name}/_schema.yaml",
            "title: Article\ntype: object\nadditionalProperties: false\n"
            "required: [title, date, description, category, tags]\n"
            f"x-route: /{name}/{{slug}}\nx-template: article.html\nx-sort: -date\n{feed}properties:\n"
            "  title: { type: string }\n  date: { type: string, format: date }\n  description: { type: string }\n"
            f"  category: {{ enum: [{', '.join(CATEGORIES)}] }}\n"
            f"  tags: {{ type: array, items: {{ type: string }} }}\n{more}",
        )
    write(root / "content/routes.yaml", f"routes:\n{routes}")
    blocks = (f"{{% block {name} %}}{{% endblock %}}" for name in ("title", "description", "main"))
    write(root / "templates/base.html", shell(*blocks))
    template(
        "article.html",
        "{{ entry.title }}",
        "{{ entry.description }}",
        '<article><h1>{{ entry.title }}</h1><p><time datetime="{{ entry.date }}">{{ entry.date | date_fr }}</time> '
        f"{{{{ entry.category }}}} {{{{ entry.reading_time }}}} min</p>{listed(extra(shape), 'entry')}"
        '<ul>{% for tag in entry.tags %}<li><a href="/tags/{{ tag }}/">{{ tag }}</a></li>{% endfor %}</ul>'
        '<nav><ul>{% for heading in entry.toc %}<li><a href="#{{ heading.id }}">{{ heading.text }}</a></li>'
        "{% endfor %}</ul></nav>{{ entry.body }}{% set newer = previous(entry) %}{% set older = next(entry) %}"
        '<nav>{% if newer %}<a href="{{ newer.url }}">{{ newer.title }}</a>{% endif %}'
        '{% if older %}<a href="{{ older.url }}">{{ older.title }}</a>{% endif %}</nav></article>',
    )
    of_list = item("article.url", "article.title", "article.category", "article.description")
    heading = "{{ page.title or page.value }}"
    template("list.html", heading, "", f"<h1>{heading}</h1><ul>{{% for article in page.items %}}{of_list}{{% endfor %}}</ul>")
    tags = f'{{% for tag in tags("{collections[0]}") %}}<li>{{{{ tag.value }}}}</li>{{% endfor %}}'
    template("tags.html", "{{ page.title }}", "", f"<h1>Tags</h1><ul>{tags}</ul>")
    for article in articles:
        front = lines(article.fields) + f"tags: [{', '.join(article.tags)}]\n" + lines(article.extra)
        body = article.body(lambda kind, other: f"../{kind}/article-{other}.md")
        write(root / f"content/{article.collection}/{article.slug}.md", page_file(front, body))


def hugo(root, shape, articles):
    def layout(name, main):
        write(root / "layouts" / name, '{{ define "main" }}' + main + "{{ end }}")

    write(
        root / "hugo.toml",
        'baseURL="https://exemple.re/"\ntitle="Site"\nlocale="fr"\ndisableKinds=["section"]\n[taxonomies]\ntag="tags"\n'
        '[outputs]\nhome=["HTML","RSS"]\nterm=["HTML"]\ntaxonomy=["HTML"]\n[services.rss]\nlimit=20\n'
        "[markup.highlight]\ncodeFences=false\n[markup.goldmark.renderer]\nunsafe=true\n",
    )
    main = '{{ block "main" . }}{{ end }}'
    write(root / "layouts/baseof.html", shell("{{ .Title }}", "{{ .Description }}", main))
    of_list = "<ul>{{ range %s }}" + item(".RelPermalink", ".Title", ".Params.category", ".Description") + "{{ end }}</ul>"
    layout(
        "single.html",
        '<article><h1>{{ .Title }}</h1><p><time datetime="{{ .Date.Format "2006-01-02" }}">'
        '{{ .Date.Format "2 January 2006" }}</time> {{ .Params.category }} {{ .ReadingTime }} min</p>'
        f"{listed(extra(shape), '.Params')}"
        '<ul>{{ range .Params.tags }}<li><a href="/tags/{{ . }}/">{{ . }}</a></li>{{ end }}</ul>'
        "{{ .TableOfContents }}{{ .Content }}"
        '<nav>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}'
        '{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav></article>',
    )
    layout("home.html", "<h1>Blog</h1>" + of_list % "first 100 .Site.RegularPages")
    layout("term.html", "<h1>{{ .Title }}</h1>" + of_list % ".Pages")
    tags = '<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>'
    layout("taxonomy.html", "<h1>Tags</h1>" + tags)
    for article in articles:
        front = lines(article.fields) + f"tags: {json.dumps(article.tags)}\n" + lines(article.extra)
        body = article.body(lambda kind, other: f"/{kind}/article-{other}/")
        write(root / f"content/{article.collection}/{article.slug}.md", page_file(front, body))


def zola(root, shape, articles):
    def template(name, title, description, main):
        blocks = {"title": title, "description": description, "main": main}
        blocks = "".join(f"{{% block {name} %}}{text}{{% endblock %}}" for name, text in blocks.items())
        write(root / "templates" / name, '{% extends "base.html" %}' + blocks)

    write(
        root / "config.toml",
        'base_url="https://exemple.re"\ndefault_language="fr"\ncompile_sass=false\ngenerate_feeds=true\n'
        'feed_filenames=["atom.xml"]\nfeed_limit=20\ntaxonomies=[{name="tags"}]\n[markdown]\n',
    )
    blocks = (f"{{% block {name} %}}{{% endblock %}}" for name in ("title", "description", "main"))
    write(root / "templates/base.html", shell(*blocks))
    template(
        "page.html",
        "{{ page.title }}",
        "{{ page.description }}",
        '<article><h1>{{ page.title }}</h1><p><time datetime="{{ page.date }}">{{ page.date }}</time> '
        f"{{{{ page.extra.category }}}} {{{{ page.reading_time }}}} min</p>{listed(extra(shape), 'page.extra')}"
        '<ul>{% for tag in page.taxonomies.tags %}<li><a href="/tags/{{ tag }}/">{{ tag }}</a></li>{% endfor %}</ul>'
        '<ul>{% for heading in page.toc %}<li><a href="{{ heading.permalink }}">{{ heading.title }}</a></li>{% endfor %}</ul>'
        "{{ page.content | safe }}"
        '<nav>{% if page.lower %}<a href="{{ page.lower.path }}">{{ page.lower.title }}</a>{% endif %}'
        '{% if page.higher %}<a href="{{ page.higher.path }}">{{ page.higher.title }}</a>{% endif %}</nav></article>',
    )
    of_list = item("page.path", "page.title", "page.extra.category", "page.description")
    newest = "section.pages | slice(end=100)"
    template("index.html", "Site", "", "<h1>Site</h1>")
    template("section.html", "Blog", "", f"<h1>Blog</h1><ul>{{% for page in {newest} %}}{of_list}{{% endfor %}}</ul>")
    terms = f"<h1>{{{{ term.name }}}}</h1><ul>{{% for page in term.pages %}}{of_list}{{% endfor %}}</ul>"
    template("tags/single.html", "{{ term.name }}", "", terms)
    template("tags/list.html", "Tags", "", "<ul>{% for t in terms %}<li><a href=\"{{ t.path }}\">{{ t.name }}</a></li>{% endfor %}</ul>")
    for name in {article.collection for article in articles}:
        write(root / f"content/{name}/_index.md", '+++\ntitle="Blog"\nsort_by="date"\n+++\n')
    for article in articles:
        own = dict(article.fields)
        more = {"category": own.pop("category"), **article.extra}
        front = lines(own) + f"taxonomies:\n  tags: {json.dumps(article.tags)}\nextra:\n{lines(more, '  ')}"
        body = article.body(lambda kind, other: f"/{kind}/article-{other}/")
        write(root / f"content/{article.collection}/{article.slug}.md", page_file(front, body))


def eleventy(root, shape, articles):
    write(root / "package.json", '{"type":"module","private":true}')
    write(
        root / "eleventy.config.js",
        """const posts = (api) => api.getFilteredByGlob("posts/**/*.md").sort((a, b) => b.date - a.date);
export default function (config) {
  config.addCollection("posts", posts);
  config.addCollection("byTag", (api) => {
    const found = new Map();
    for (const post of posts(api)) for (const tag of post.data.tags) found.set(tag, [...(found.get(tag) ?? []), post]);
    return [...found].map(([name, posts]) => ({ name, posts }));
  });
  return { dir: { includes: "_includes" }, markdownTemplateEngine: false };
}
""",
    )
    write(root / "_includes/base.liquid", shell("{{ title }}", "{{ description }}", "{{ content }}"))
    write(
        root / "_includes/post.liquid",
        '---\nlayout: base.liquid\n---\n<article><h1>{{ title }}</h1><p><time>{{ page.date | date: "%Y-%m-%d" }}</time> '
        + "{{ category }}</p>"
        + "".join(f"<dt>{field}</dt><dd>{{{{ {field} }}}}</dd>" for field in extra(shape))
        + '<ul>{% for tag in tags %}<li><a href="/tags/{{ tag }}/">{{ tag }}</a></li>{% endfor %}</ul>{{ content }}</article>',
    )
    of_list = item("post.url", "post.data.title", "post.data.category", "post.data.description")
    index = f"<ul>{{% for post in collections.posts limit: 100 %}}{of_list}{{% endfor %}}</ul>"
    write(root / "index.liquid", f"---\nlayout: base.liquid\ntitle: Blog\n---\n{index}")
    pagination = 'pagination:\n  data: collections.byTag\n  size: 1\n  alias: tag\npermalink: "/tags/{{ tag.name }}/"'
    of_tag = f"<h1>{{{{ tag.name }}}}</h1><ul>{{% for post in tag.posts %}}{of_list}{{% endfor %}}</ul>"
    write(root / "tags.liquid", f"---\nlayout: base.liquid\n{pagination}\n---\n{of_tag}")
    write(root / "posts/posts.json", '{"layout":"post.liquid"}')
    for article in articles:
        front = lines(article.fields) + f"tags: {json.dumps(article.tags)}\n" + lines(article.extra)
        body = article.body(lambda kind, other: f"/posts/{kind}/article-{other}/")
        write(root / f"posts/{article.collection}/{article.slug}.md", page_file(front, body))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("shape", choices=SHAPES)
    arguments.add_argument("count", type=int, metavar="N")
    arguments.add_argument("out", type=pathlib.Path, metavar="OUT")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    for layout in (site, hugo, zola, eleventy):
        numbers = range(given.count)
        articles = [Article(given.shape, number, given.count, given.seed) for number in numbers]
        layout(given.out / layout.__name__, given.shape, articles)


if __name__ == "__main__":
    main()
