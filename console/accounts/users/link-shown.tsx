import { ShownOnce } from '../../platform/shown-once.tsx'

type LinkShownProps = {
  title: string
  link: string | undefined
  /** Whose password it sets. */
  name: string
  onClose: () => void
}

/** A link to set a password. */
export const LinkShown = ({ title, link, name, onClose }: LinkShownProps) => (
  <ShownOnce
    title={title}
    secret={link}
    lost="The link was made, but the response that contained it was lost. Make another one on the page of the user."
    onClose={onClose}
  >
    {`Send this link to ${name}: it sets the password, once, within 7 days. It is shown only now. Whoever has it can sign in as ${name}, so share it securely.`}
  </ShownOnce>
)
