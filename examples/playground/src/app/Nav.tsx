import { Icon } from "../ui/Icon";
import { sections } from "./sections";

const groups = [...new Set(sections.map(({ group }) => group))];

/** The navigation: all sections by group. */
export function Nav({ current }: { current: string }) {
  return (
    <nav className="nav" aria-label="Sections">
      {groups.map((group) => (
        <div key={group} className="nav-group">
          <p className="nav-title" id={`nav-${group}`}>
            {group}
          </p>
          <ul aria-labelledby={`nav-${group}`}>
            {sections
              .filter((section) => section.group === group)
              .map(({ id, title }) => (
                <li key={id}>
                  <a href={`#/${id}`} aria-current={id === current ? "page" : undefined}>
                    <Icon name={id} />
                    {title}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
