"""Uses the page in headless Chromium as a reader would: `python3 playground/test.py [FOLDER FOR PICTURES]`, after `playground/build`.

Needs the package playwright and Debian's Chromium; exits with status 3 if there is no browser.
"""

import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

PAGE = (pathlib.Path(__file__).parent.parent / "target/playground/index.html").resolve().as_uri()
BROWSER = next((found for name in ["chromium", "chromium-browser", "google-chrome"] if (found := shutil.which(name))), None)


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {got!r}, not {wanted!r}")


def use(page):
    page.goto(PAGE)
    page.wait_for_selector("#answer:not([hidden])")
    expect("the first example", page.inner_text("#result"), "[2, 5]")
    expect("its picture", page.locator("#picture svg rect").count(), 75)

    page.fill("#spec", "1, 2:4, newaxis, .., :-3:-1, :")
    page.fill("#shape", "5x5x5x5x5x5")
    expect("the README's spec", page.inner_text("#result"), "[2, 1, 5, 5, 2, 5]")
    expect("no picture of six axes", page.is_visible("#picture"), False)
    expect("its masks", "0b110000" in page.inner_text("#encoding"), True)
    expect("its Rust", page.inner_text("#rust"), "array.slice(s![1, 2:4, newaxis, .., :-3:-1, :])")

    # A link carries both, and opens the same.
    link = page.url
    other = page.context.new_page()
    other.goto(link)
    other.wait_for_selector("#answer:not([hidden])")
    expect("the linked spec", other.input_value("#spec"), "1, 2:4, newaxis, .., :-3:-1, :")
    expect("the linked result", other.inner_text("#result"), "[2, 1, 5, 5, 2, 5]")
    other.close()

    page.click("text=1..4, ::0, 1.5")
    mistakes = page.locator(".mistake")
    expect("three mistakes", mistakes.count(), 3)
    expect("the first", mistakes.nth(0).inner_text().splitlines()[0], "`..` is the ellipsis, not a range: write `1:4`")
    expect("its caret", mistakes.nth(0).text_content().endswith("1..4, ::0, 1.5\n^^^^"), True)
    expect("the second caret", mistakes.nth(1).text_content().endswith("\n        ^"), True)
    expect("the field says so", page.get_attribute("#spec", "aria-invalid"), "true")
    expect("no result", page.is_visible("#answer"), False)

    page.fill("#spec", "-9223372036854775807:")
    expect("a number beyond 2^53", "[-9223372036854775807]" in page.inner_text("#encoding"), True)
    page.fill("#spec", "9")
    page.fill("#shape", "5x5")
    expect("out of bounds", mistakes.all_inner_texts(), ["index 9 is out of bounds for axis 0 with length 5"])
    page.fill("#shape", "5xfour")
    expect("no length", mistakes.all_inner_texts(), ["`four` is not a length: write lengths with x between them, as in 3x5x5"])
    page.fill("#spec", "<img src=x onerror=alert(1)>")
    expect("no markup", page.locator("img").count(), 0)

    page.focus("#spec")
    page.keyboard.press("Tab")
    expect("the keyboard reaches the shape", page.evaluate("document.activeElement.id"), "shape")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect("and the examples", page.inner_text("#result"), "[2, 5]")
    expect("nothing is wider than the window", page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)


if not BROWSER:
    sys.exit(3)
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
    for scheme in ["light", "dark"]:
        for width in [360, 1280]:
            page = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()
            errors = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            use(page)
            expect("errors of the script", errors, [])
            if len(sys.argv) > 1:
                page.screenshot(path=f"{sys.argv[1]}/{scheme}-{width}.png", full_page=True)
                page.click("text=1..4, ::0, 1.5")
                page.screenshot(path=f"{sys.argv[1]}/{scheme}-{width}-wrong.png", full_page=True)
            page.context.close()
    browser.close()
print("the page works, light and dark, at 360 and at 1280 pixels")
