import { Dialog, DialogBody, Menu, MenuItem } from '@blueprintjs/core'
import { type ItemListRendererProps, type ItemRenderer, Omnibar } from '@blueprintjs/select'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { routes } from '../../../main/contract/routes'
import { type Action, useAction } from '../api/use-action'
import { useApi } from '../api/use-api'
import { ProblemMessage } from '../components/messages/answer'
import { useOpenDialog } from '../window-state/open-dialog'
import { usePreferences } from '../window-state/preferences'
import { commandsFor } from './command-search'
import { COMMANDS, type Command, type CommandContext } from './commands'

const renderCommand: ItemRenderer<Command> = (command, { handleClick, handleFocus, modifiers, ref }) => (
  <MenuItem
    key={command.name}
    ref={ref}
    active={modifiers.active}
    text={command.name}
    label={command.about}
    roleStructure="listoption"
    onClick={handleClick}
    {...(handleFocus && { onFocus: handleFocus })}
  />
)

/** Omnibar would give its list the role menu, although its items are options. */
const renderList = ({ menuProps, itemsParentRef, filteredItems, renderItem }: ItemListRendererProps<Command>) => (
  <Menu id={menuProps?.id ?? 'commands'} role="listbox" aria-label="Commands" ulRef={itemsParentRef}>
    {filteredItems.map(renderItem)}
    {filteredItems.length === 0 && <MenuItem disabled text="No such command" roleStructure="listoption" />}
  </Menu>
)

/** Opened by Ctrl+K: finds a page or an action by a few letters. */
export function CommandPalette() {
  const { open, close, show } = useOpenDialog()
  const [, navigate] = useLocation()
  const { call } = useApi()
  const setTheme = usePreferences(state => state.setTheme)
  // After the reload the first call is refused, which shows the sign-in screen.
  const signOut = useAction(() => call(routes.signOut).then(() => location.reload()))
  const reach: CommandContext = { navigate, setTheme, show, signOut: () => void signOut.run() }
  const chosen = useRef<Command | null>(null)
  // Runs after the palette has returned the focus, as the command may move it to another page or dialog.
  const runChosen = () => {
    chosen.current?.run(reach)
    chosen.current = null
  }
  return (
    <>
      <Omnibar<Command>
        isOpen={open === 'palette'}
        onClose={close}
        items={[...COMMANDS]}
        itemListPredicate={(query, items) => commandsFor(query, items)}
        itemRenderer={renderCommand}
        inputProps={{ placeholder: 'Go to a page or do something…', 'aria-label': 'Command' }}
        itemListRenderer={renderList}
        resetOnSelect
        overlayProps={{ transitionDuration: 0, onClosed: runChosen }}
        onItemSelect={command => {
          chosen.current = command
          close()
        }}
      />
      <SignOutState action={signOut} />
    </>
  )
}

/** A sign-out while it runs, and its failure with a button that tries again. */
const SignOutState = ({ action: { error, running, run, forget } }: { readonly action: Action<[]> }) => (
  <Dialog isOpen={error !== null || running} onClose={forget} title="Sign out" className="pentad-dialog">
    <DialogBody>
      {error ? <ProblemMessage problem={error} retry={() => void run()} /> : <p role="status">Signing out…</p>}
    </DialogBody>
  </Dialog>
)
