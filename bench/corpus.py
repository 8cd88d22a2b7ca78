#!/usr/bin/env python3
"""Write one corpus of N articles as a site for `site` and as one for Hugo.

usage: corpus.py N OUT [--seed S]      writes OUT/site and OUT/hugo with the same articles: front matter
(title, date, description, category, 3 of 40 tags) and about 600 words of Markdown with headings, lists, a
table, a code block (not coloured) and links to other articles. Both render a page an article (navigation,
date, tags, contents, text, previous and next), one index of the newest 100, a page a tag, a sitemap and a
feed of the newest 20.
"""
import argparse
import datetime
import pathlib
import random

WORDS = """le la un une projet client application mobile données interface équipe délai budget méthode rapide fiable
développement architecture service serveur page contenu modèle facture planning livraison qualité test mesure
performance utilisateur besoin analyse conception déploiement suivi évolution entreprise solution métier tableau
bord paiement commande catalogue produit stock agence île océan réunion sécurité accès compte formulaire""".split()
CATEGORIES = ["SaaS", "Tech", "Analyse", "Méthodes"]
TAGS = [f"tag{number}" for number in range(40)]


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


def body(rng, count, link):
    parts = [paragraph(rng, 70)]
    for step in range(1, 6):
        parts.append(f"## Étape {step} : {rng.choice(WORDS)} et {rng.choice(WORDS)}")
        parts.append(paragraph(rng, 70))
        if step % 2:
            parts.append("\n".join(f"- {paragraph(rng, 9)}" for _ in range(4)))
        other = rng.randrange(count)
        parts.append(f"Voir aussi [l'article {other}]({link(other)}).")
    rows = "\n".join(f"| {rng.choice(WORDS)} | {rng.randint(100, 9000)} € |" for _ in range(5))
    parts.append(f"| Poste | Coût |\n|---|---|\n{rows}")
    parts.append('```rust\nfn main() {\n    println!("bonjour");\n}\n```')
    return "\n\n".join(parts)


def article(number, count, seed, link):
    """One article as a Markdown file; the same for every generator but for the form of its links."""
    rng = random.Random(seed * 1_000_003 + number)
    date = datetime.date(2020, 1, 1) + datetime.timedelta(days=number % 2000)
    title = f"Article {number} : {rng.choice(WORDS)} {rng.choice(WORDS)}"
    description = paragraph(rng, 14).replace('"', "")
    category = rng.choice(CATEGORIES)
    tags = ", ".join(rng.sample(TAGS, 3))
    return (
        f'---\ntitle: "{title}"\ndate: {date.isoformat()}\ndescription: "{description}"\n'
        f"category: {category}\ntags: [{tags}]\n---\n\n{body(rng, count, link)}"
    )


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


def page(title, description, main):
    return (
        '<!doctype html><html lang="fr"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>{title}</title><meta name="description" content="{description}"></head>'
        f"<body>{NAVIGATION}<main>{main}</main>{FOOTER}</body></html>"
    )


HUGO_CONFIG = """baseURL="https://exemple.re/"
title="Site"
locale="fr"
disableKinds=["section"]
[taxonomies]
tag="tags"
[outputs]
home=["HTML","RSS"]
term=["HTML"]
taxonomy=["HTML"]
[services.rss]
limit=20
[markup.highlight]
codeFences=false
[markup.goldmark.renderer]
unsafe=true
"""
HUGO_LIST = (
    '<ul>{{ range %s }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a> '
    "<span>{{ .Params.category }}</span><p>{{ .Description }}</p></li>{{ end }}</ul>"
)
HUGO_ARTICLE = (
    '<article><h1>{{ .Title }}</h1><p><time datetime="{{ .Date.Format "2006-01-02" }}">'
    '{{ .Date.Format "2 January 2006" }}</time> {{ .Params.category }} {{ .ReadingTime }} min</p>'
    '<ul>{{ range .Params.tags }}<li><a href="/tags/{{ . }}/">{{ . }}</a></li>{{ end }}</ul>'
    "{{ .TableOfContents }}{{ .Content }}"
    '<nav>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}'
    '{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav></article>'
)


def hugo(root, count, seed):
    def layout(name, main):
        write(root / "layouts" / name, '{{ define "main" }}' + main + "{{ end }}")

    write(root / "hugo.toml", HUGO_CONFIG)
    shell = page("{{ .Title }}", "{{ .Description }}", '{{ block "main" . }}{{ end }}')
    write(root / "layouts/baseof.html", shell)
    layout("single.html", HUGO_ARTICLE)
    layout("home.html", "<h1>Blog</h1>" + HUGO_LIST % "first 100 .Site.RegularPages")
    layout("term.html", "<h1>{{ .Title }}</h1>" + HUGO_LIST % ".Pages")
    tags = '<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>'
    layout("taxonomy.html", "<h1>Tags</h1>" + tags)
    for number in range(count):
        text = article(number, count, seed, lambda other: f"/blog/article-{other}/")
        write(root / f"content/blog/article-{number}.md", text)


SITE_CONFIG = """base_url: https://exemple.re
title: Site
language: fr
urls: folder
highlight: false
"""
SITE_ROUTES = """routes:
  - { path: /, template: list.html, title: Blog, list: { collection: blog, limit: 100 } }
  - { path: /tags, template: tags.html, title: Tags }
  - { path: "/tags/{value}", template: list.html, each: { collection: blog, field: tags } }
  - { path: /sitemap.xml, template: sitemap.xml }
"""
SITE_SCHEMA = """title: Article
type: object
additionalProperties: false
required: [title, date, description, category, tags]
x-route: /blog/{slug}
x-template: article.html
x-sort: -date
x-feed: { path: /atom.xml, limit: 20 }
properties:
  title: { type: string }
  date: { type: string, format: date }
  description: { type: string }
  category: { enum: [SaaS, Tech, Analyse, Méthodes] }
  tags: { type: array, items: { type: string } }
"""
SITE_ARTICLE = (
    '<article><h1>{{ entry.title }}</h1><p><time datetime="{{ entry.date }}">{{ entry.date | date_fr }}</time> '
    "{{ entry.category }} {{ entry.reading_time }} min</p>"
    '<ul>{% for tag in entry.tags %}<li><a href="/tags/{{ tag }}/">{{ tag }}</a></li>{% endfor %}</ul>'
    '<nav><ul>{% for heading in entry.toc %}<li><a href="#{{ heading.id }}">{{ heading.text }}</a></li>'
    "{% endfor %}</ul></nav>{{ entry.body }}"
    "{% set newer = previous(entry) %}{% set older = next(entry) %}"
    '<nav>{% if newer %}<a href="{{ newer.url }}">{{ newer.title }}</a>{% endif %}'
    '{% if older %}<a href="{{ older.url }}">{{ older.title }}</a>{% endif %}</nav></article>'
)
SITE_LIST = (
    "<h1>{{ page.title or page.value }}</h1><ul>{% for article in page.items %}"
    '<li><a href="{{ article.url }}">{{ article.title }}</a> <span>{{ article.category }}</span>'
    "<p>{{ article.description }}</p></li>{% endfor %}</ul>"
)
SITE_TAGS = (
    '<h1>Tags</h1><ul>{% for tag in tags("blog") %}'
    '<li><a href="{{ url("/tags/" ~ tag.slug) }}">{{ tag.value }}</a></li>{% endfor %}</ul>'
)


def site(root, count, seed):
    def template(name, title, description, main):
        blocks = (
            f"{{% block title %}}{title}{{% endblock %}}"
            f"{{% block description %}}{description}{{% endblock %}}"
            f"{{% block main %}}{main}{{% endblock %}}"
        )
        write(root / "templates" / name, '{% extends "base.html" %}' + blocks)

    write(root / "content/site.yaml", SITE_CONFIG)
    write(root / "content/routes.yaml", SITE_ROUTES)
    write(root / "content/blog/_schema.yaml", SITE_SCHEMA)
    blocks = (f"{{% block {name} %}}{{% endblock %}}" for name in ("title", "description", "main"))
    write(root / "templates/base.html", page(*blocks))
    template("article.html", "{{ entry.title }}", "{{ entry.description }}", SITE_ARTICLE)
    template("list.html", "{{ page.title or page.value }}", "", SITE_LIST)
    template("tags.html", "{{ page.title }}", "", SITE_TAGS)
    for number in range(count):
        text = article(number, count, seed, lambda other: f"article-{other}.md")
        write(root / f"content/blog/article-{number}.md", text)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("count", type=int, metavar="N")
    arguments.add_argument("out", type=pathlib.Path, metavar="OUT")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    for layout in (site, hugo):
        layout(given.out / layout.__name__, given.count, given.seed)


if __name__ == "__main__":
    main()
