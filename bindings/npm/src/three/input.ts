// SPDX-License-Identifier: MIT
// What keys, mouse and touch tell a walker to do.
import { checkFunction, checkObject, checkOptions, shown } from "../arguments.js";
import { HalfspaceError } from "../index.js";
import type { WalkerInput } from "./player.js";

/** What a key, or a button on the screen, can do. */
export type Action =
    | "forward"
    | "back"
    | "left"
    | "right"
    | "turnLeft"
    | "turnRight"
    | "jump"
    | "crouch"
    | "up"
    | "down"
    | "fast";

/**
 * The default keys, by `KeyboardEvent.code`. Ctrl is not among them: with W it would close the page.
 */
export const defaultKeys: Readonly<Record<string, Action>> = {
    KeyW: "forward",
    ArrowUp: "forward",
    KeyS: "back",
    ArrowDown: "back",
    KeyA: "left",
    KeyD: "right",
    ArrowLeft: "turnLeft",
    ArrowRight: "turnRight",
    Space: "jump",
    KeyC: "crouch",
    PageUp: "up",
    PageDown: "down",
    ShiftLeft: "fast",
};

const turnSpeed = 120; // of the arrow keys [degrees per second]
const mouseTurn = 0.15; // degrees for each pixel
const touchTurn = 0.3;
const stickReach = 60; // how far a finger pushes the stick [pixels]
const clickSlack = 5; // a press that moves less is a click [pixels]

/** What `Input` is told: its keys, and whom it calls. */
export interface InputOptions {
    /** Actions by `KeyboardEvent.code`. Default: `defaultKeys`. */
    keys?: Readonly<Record<string, Action>>;
    /** True: a click on the element locks the mouse, and then the mouse looks. */
    locksMouse?: boolean;
    /** Turns the view by degrees to the left, and down. */
    onLook: (yaw: number, pitch: number) => void;
    /** A click or a tap without a drag; the place from the element's upper left corner [pixels]. */
    onClick?: (x: number, y: number) => void;
    /** The mouse was locked or unlocked. */
    onLock?: (isLocked: boolean) => void;
}

const inputOptions = ["keys", "locksMouse", "onLook", "onClick", "onLock"] as const;

/** How many inputs an element has, and its touchAction without an input. */
interface Listening {
    inputs: number;
    touchAction: string;
}

const listening = new WeakMap<HTMLElement, Listening>();

// The browser must not scroll by a finger on the element.
function takeTouch(element: HTMLElement): void {
    const { touchAction } = element.style;
    const state = listening.get(element) ?? { inputs: 0, touchAction };
    ++state.inputs;
    listening.set(element, state);
    element.style.touchAction = "none";
}

function leaveTouch(element: HTMLElement): void {
    const state = listening.get(element)!;
    if (--state.inputs === 0) {
        element.style.touchAction = state.touchAction;
        listening.delete(element);
    }
}

interface Drag {
    startX: number;
    startY: number;
    x: number;
    y: number;
    isStick: boolean;
    moved: number;
}

// What takes all keys, and what takes Space, Enter, clicks and drags.
const fields = "input, select, textarea, [contenteditable]:not([contenteditable=false])";
const controls = `a[href], button, label, summary, [role=button], ${fields}`;

// True if the focused element takes the key: text is typed, a button is pressed.
function belongsTo(target: EventTarget | null, code: string): boolean {
    const takers = ["Space", "Enter"].includes(code) ? controls : fields;
    return target instanceof Element && target.closest(takers) !== null;
}

/**
 * Listens to keys of the window, and to mouse and touch on an element. A drag looks around. On a
 * touch screen, a finger that starts in the left half moves the player, and another one looks.
 * Buttons, links and fields within the element keep their clicks and drags.
 */
export class Input {
    /** Whether a click on the element locks the mouse; it may be changed. */
    locksMouse: boolean;
    private readonly keys: Readonly<Record<string, Action>>;
    private readonly down = new Set<string>();
    private readonly held = new Set<Action>();
    private readonly drags = new Map<number, Drag>();
    private jumpWasPressed = false;
    private readonly abort = new AbortController();

    constructor(
        private readonly element: HTMLElement,
        private readonly options: InputOptions,
    ) {
        checkOptions(options, inputOptions, "Input");
        if (typeof element?.addEventListener !== "function") {
            throw new HalfspaceError(
                `element: expected an element of the page, found ${shown(element)}`,
            );
        }
        const { keys = defaultKeys, onLook, onClick, onLock } = options;
        checkObject(keys, "keys");
        if (onLook === undefined) {
            throw new HalfspaceError("onLook: expected a function that turns the view, found none");
        }
        Object.entries({ onLook, onClick, onLock }).forEach(([name, value]) =>
            checkFunction(value, name),
        );
        this.keys = keys;
        this.locksMouse = options.locksMouse ?? false;
        const { signal } = this.abort;
        const { ownerDocument: document } = element;
        takeTouch(element);
        window.addEventListener("keydown", (event) => this.onKeyDown(event), { signal });
        window.addEventListener("keyup", (event) => this.onKeyUp(event), { signal });
        window.addEventListener("blur", () => this.releaseAll(), { signal });
        document.addEventListener("pointerlockchange", () => this.onLockChange(), { signal });
        document.addEventListener("mousemove", (event) => this.onLockedMove(event), { signal });
        element.addEventListener("pointerdown", (event) => this.onPointerDown(event), { signal });
        element.addEventListener("pointermove", (event) => this.onPointerMove(event), { signal });
        element.addEventListener("pointerup", (event) => this.onPointerUp(event, true), { signal });
        for (const type of ["pointercancel", "lostpointercapture"] as const) {
            element.addEventListener(type, (event) => this.onPointerUp(event, false), { signal });
        }
        element.addEventListener("contextmenu", (event) => this.onContextMenu(event), { signal });
    }

    /** True while the mouse is locked to the element. */
    get isLocked(): boolean {
        return this.element.ownerDocument.pointerLockElement === this.element;
    }

    /** Asks the browser to lock the mouse. Does nothing where the browser refuses. */
    lock(): void {
        // Older browsers return nothing here, newer ones a promise.
        const locked = this.element.requestPointerLock?.() as Promise<void> | undefined;
        locked?.catch(() => undefined);
    }

    /** Gives the mouse back. */
    unlock(): void {
        if (this.isLocked) {
            this.element.ownerDocument.exitPointerLock();
        }
    }

    /** Holds or releases an action, as a button on the screen does. */
    hold(action: Action, isHeld: boolean): void {
        if (isHeld) {
            this.jumpWasPressed ||= action === "jump";
            this.held.add(action);
        } else {
            this.held.delete(action);
        }
    }

    /** Releases all keys, buttons and fingers, as when the window loses the focus. */
    releaseAll(): void {
        this.jumpWasPressed = false;
        this.down.clear();
        this.held.clear();
        this.drags.clear();
    }

    private is(action: Action): boolean {
        if (this.held.has(action)) {
            return true;
        }
        for (const code of this.down) {
            if (this.keys[code] === action) {
                return true;
            }
        }
        return false;
    }

    /** What the player wants since the last call. */
    read(): Required<WalkerInput> {
        const one = (action: Action) => (this.is(action) ? 1 : 0);
        let forward = one("forward") - one("back");
        let left = one("left") - one("right");
        for (const drag of this.drags.values()) {
            if (drag.isStick) {
                forward -= (drag.y - drag.startY) / stickReach;
                left -= (drag.x - drag.startX) / stickReach;
            }
        }
        const clamped = (x: number) => Math.min(Math.max(x, -1), 1);
        const jumpPressed = this.jumpWasPressed;
        this.jumpWasPressed = false;
        return {
            forward: clamped(forward),
            left: clamped(left),
            up: one("up") - one("down"),
            turn: (one("turnLeft") - one("turnRight")) * turnSpeed,
            jump: this.is("jump"),
            jumpPressed,
            crouch: this.is("crouch"),
            fast: this.is("fast"),
        };
    }

    // Shortcuts belong to the browser. With Ctrl as a key for an action, keys beside it count.
    private isShortcut(event: KeyboardEvent): boolean {
        const usesCtrl = "ControlLeft" in this.keys || "ControlRight" in this.keys;
        return event.altKey || event.metaKey || (event.ctrlKey && !usesCtrl);
    }

    private onKeyDown(event: KeyboardEvent): void {
        const action = this.keys[event.code];
        if (action === undefined || this.isShortcut(event)) {
            return;
        }
        if (belongsTo(event.target, event.code)) {
            return;
        }
        event.preventDefault();
        this.jumpWasPressed ||= action === "jump" && !this.down.has(event.code);
        this.down.add(event.code);
    }

    private onKeyUp(event: KeyboardEvent): void {
        this.down.delete(event.code);
        if (event.key === "Meta") {
            this.down.clear(); // a Mac sends no keyup of other keys while Meta is down
        }
    }

    // True if a button or the like within the element gets the event.
    private isForControl({ target }: Event): boolean {
        const control = target instanceof Element ? target.closest(controls) : null;
        return control !== null && control !== this.element && this.element.contains(control);
    }

    // The place of an event in the element. offsetX would count from a child that is the target.
    private placeOf({ clientX, clientY }: PointerEvent): { x: number; y: number } {
        const { left, top } = this.element.getBoundingClientRect();
        return { x: clientX - left, y: clientY - top };
    }

    private onContextMenu(event: Event): void {
        if (!this.isForControl(event)) {
            event.preventDefault();
        }
    }

    private onPointerDown(event: PointerEvent): void {
        if (event.button !== 0 || this.isForControl(event)) {
            return;
        }
        if (this.isLocked) {
            const { width, height } = this.element.getBoundingClientRect();
            this.options.onClick?.(width / 2, height / 2);
            return;
        }
        if (event.pointerType === "mouse" && this.locksMouse) {
            this.lock();
            return;
        }
        try {
            this.element.setPointerCapture(event.pointerId);
        } catch {
            // The pointer is already gone.
        }
        const { width } = this.element.getBoundingClientRect();
        const { x, y } = this.placeOf(event);
        const isStick =
            event.pointerType === "touch" &&
            x < width / 2 &&
            ![...this.drags.values()].some((drag) => drag.isStick);
        this.drags.set(event.pointerId, { startX: x, startY: y, x, y, isStick, moved: 0 });
    }

    private onPointerMove(event: PointerEvent): void {
        const drag = this.drags.get(event.pointerId);
        if (!drag || this.isLocked) {
            return;
        }
        const { x, y } = this.placeOf(event);
        const dx = x - drag.x;
        const dy = y - drag.y;
        drag.x = x;
        drag.y = y;
        drag.moved += Math.abs(dx) + Math.abs(dy);
        if (!drag.isStick) {
            const turn = event.pointerType === "touch" ? touchTurn : mouseTurn;
            this.options.onLook(-dx * turn, dy * turn);
        }
    }

    private onPointerUp(event: PointerEvent, isClick: boolean): void {
        const drag = this.drags.get(event.pointerId);
        this.drags.delete(event.pointerId);
        if (drag && isClick && drag.moved < clickSlack) {
            const { x, y } = this.placeOf(event);
            this.options.onClick?.(x, y);
        }
    }

    private onLockedMove(event: MouseEvent): void {
        if (this.isLocked) {
            this.options.onLook(-event.movementX * mouseTurn, event.movementY * mouseTurn);
        }
    }

    private onLockChange(): void {
        this.drags.clear();
        this.options.onLock?.(this.isLocked);
    }

    /** Stops listening, gives the mouse back, and lets the element scroll as before. */
    dispose(): void {
        if (!this.abort.signal.aborted) {
            this.unlock();
            this.abort.abort();
            leaveTouch(this.element);
        }
    }
}
