import { Icon } from "../ui/Icon";
import { sections } from "./sections";

const groups = [...new Set(sections.map(({ group }) => group))];

interface NavProps {
  current: string;
  /** Called for each choice, also of the current section. */
  onChoose(): void;
}

/** The navigation: all sections by group. */
export function Nav({ current, onChoose }: NavProps) {
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
                  <a
                    href={`#/${id}`}
                    aria-current={id === current ? "page" : undefined}
                    onClick={onChoose}
                  >
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
